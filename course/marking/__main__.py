"""Mark submissions: see course/README.md."""
from typing import Optional
import sys
from course.marking.command_line import build_parser


def main(arguments: Optional[list[str]] = None) -> int:
    """Do what the command line asks for. Return the exit status."""
    # What one command needs is not there for the others: this is quick.
    options = build_parser().parse_args(arguments)
    try:
        if options.command == 'run':
            from course.marking.run import Run
            return Run(options).go()
        if options.command == 'doctor':
            from course.marking.doctor import examine
            return examine(options.contained)
        if options.command == 'gradescope':
            from course.marking.gradescope import write_autograder
            return write_autograder(options.configuration, options.out)
        from course.marking.markus import write_tester
        return write_tester(options.configuration, options.out)
    except (ValueError, OSError) as error:
        sys.stderr.write(f'python3 -m course.marking: {error}\n')
        return 2
    except KeyboardInterrupt:
        sys.stderr.write('\nInterrupted.\n')
        return 130


if __name__ == '__main__':
    sys.exit(main())
