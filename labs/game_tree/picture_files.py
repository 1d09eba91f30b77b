"""Writing the picture of a tree to a file, and how large it is."""
from pathlib import Path
from typing import Optional
import re
from labs.game_tree.dot import draw_with_graphviz, has_graphviz, make_dot
from labs.game_tree.svg import make_svg
from labs.game_tree.views import View

ENDINGS = ('.dot', '.svg', '.png', '.pdf')

# A picture that is wider or higher than this does not fit on any screen.
LARGEST_SIDE = 4000  # Pixels.

# Graphviz measures in points. Programs show 72 points as 96 pixels.
PIXELS_PER_POINT = 96 / 72


def write_picture(view: View, file: Path, layout: Optional[str]) -> bytes:
    """Write the picture of view to file, in the form that the ending of its
    name says, one of ENDINGS. Return what is written.

    An .svg is laid out as layout says: 'own', 'graphviz', or None: by Graphviz
    if it is installed. Raise GraphvizError if Graphviz is needed and cannot
    draw it, and OSError if file cannot be written.
    """
    form = file.suffix[1:].lower()
    if layout is None:
        layout = 'graphviz' if has_graphviz() else 'own'
    if form == 'dot':
        picture = make_dot(view).encode()
    elif form == 'svg' and layout == 'own':
        picture = make_svg(view).encode()
    else:
        picture = draw_with_graphviz(view, form)
    file.write_bytes(picture)
    return picture


def measure(picture: bytes) -> Optional[tuple[int, int]]:
    """Return the width and the height of picture in pixels. Return None if it
    does not say, as DOT.

    >>> measure(b'<svg width="90pt" height="60pt">')
    (120, 80)
    """
    if picture.startswith(b'\x89PNG'):
        # The header: 16 bytes, then both sizes with 4 bytes each.
        return int.from_bytes(picture[16:20], 'big'), \
            int.from_bytes(picture[20:24], 'big')
    svg = re.search(rb'<svg [^>]*?width="([\d.]+)(pt)?" '
                    rb'height="([\d.]+)(?:pt)?"', picture)
    if svg:
        factor = PIXELS_PER_POINT if svg[2] else 1
        return round(float(svg[1]) * factor), round(float(svg[3]) * factor)
    pdf = re.search(rb'/MediaBox *\[ *0 0 ([\d.]+) ([\d.]+) *\]', picture)
    if pdf:
        return round(float(pdf[1]) * PIXELS_PER_POINT), \
            round(float(pdf[2]) * PIXELS_PER_POINT)
    return None


def warn_of_size(picture: bytes, ways: str) -> str:
    """Return a sentence that says how large picture is, and that these ways
    make it smaller, if a side is above LARGEST_SIDE. Return '' otherwise.

    >>> warn_of_size(b'<svg width="90" height="5000">', '--depth or --moves')
    ' It is large, 90 x 5,000 pixels: --depth or --moves make it smaller.'
    """
    size = measure(picture)
    if size is None or max(size) <= LARGEST_SIDE:
        return ''
    return f' It is large, {size[0]:,} x {size[1]:,} pixels: {ways} make it ' \
           f'smaller.'
