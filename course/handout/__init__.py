"""The handout: pages for students, with pictures and points filled in."""

from importlib.util import find_spec
import sys

if not (find_spec('jinja2') and find_spec('markdown_it')):
    sys.exit(
        'This needs jinja2 and markdown-it-py: .venv/bin/pip install -e '
        "'.[course]'"
    )
