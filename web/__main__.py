"""Open the page on this machine: python3 -m web, from the top folder."""

from contextlib import suppress
from importlib.util import find_spec
import signal
import sys
import webbrowser

try:
    if find_spec('game_interface') is None:
        sys.exit('Run this from the top folder: python3 -m web')
    from interface.command_line import OneLineParser
    from interface.words import Attempt, describe_error, read_number_to
    from web.server import ADDRESS, PORT, PageServer
except ModuleNotFoundError as missing:
    if missing.name not in ('drawings', 'interface'):
        raise
    sys.exit(f'The page needs the folder {missing.name}, which is not here.')


def interrupt(*_: object) -> None:
    """End as with Ctrl-C, but only once: to end the searches takes a moment."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def main() -> None:
    """Serve the page until Ctrl-C."""
    parser = OneLineParser(
        prog='python3 -m web',
        description='Open the page to play and to see, on this machine only.',
    )
    parser.add_argument(
        '--port',
        type=read_number_to(65_535, 0),
        help=f'the port to use, 0 for any that is free ({PORT}'
        ', or if it is in use, any that is free)',
    )
    parser.add_argument(
        '--no-browser', action='store_true', help='only say where the page is'
    )
    options = parser.parse_args()
    # Whoever ends this program ends its searches, too.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    port = PORT if options.port is None else options.port
    attempt = Attempt(PageServer, port)
    if attempt.error and options.port is None:
        print(f'Port {PORT} is in use: the page takes another one.')
        attempt = Attempt(PageServer, 0)
    if attempt.error:
        parser.error(f'port {options.port}: {describe_error(attempt.error)}')
    with attempt.result as server, suppress(KeyboardInterrupt):
        url = f'http://{ADDRESS}:{server.server_port}/'
        print(f'The page is at {url} (Ctrl-C ends it)', flush=True)
        if not options.no_browser:
            webbrowser.open(url)
        server.serve_forever()
    print('\nGoodbye!')


if __name__ == '__main__':
    main()
