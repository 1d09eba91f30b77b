"""Mark submissions: see course/README.md."""
from typing import Optional
import sys
from course.marking.command_line import build_parser
from course.marking.doctor import examine
from course.marking.gradescope import write_autograder
from course.marking.markus import write_tester
from course.marking.run import Run


def main(arguments: Optional[list[str]] = None) -> int:
    """Do what the command line asks for. Return the exit status."""
    options = build_parser().parse_args(arguments)
    try:
        if options.command == 'run':
            return Run(options).go()
        if options.command == 'doctor':
            return examine(options.contained)
        if options.command == 'gradescope':
            return write_autograder(options.configuration, options.out)
        return write_tester(options.configuration, options.out)
    except (ValueError, OSError) as error:
        sys.stderr.write(f'python3 -m course.marking: {error}\n')
        return 2
    except KeyboardInterrupt:
        sys.stderr.write('\nInterrupted.\n')
        return 130


if __name__ == '__main__':
    sys.exit(main())
