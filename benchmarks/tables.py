"""Tables of results, in Markdown."""
from typing import Optional
from tabulate import tabulate


def format_number(value: Optional[float]) -> str:
    """Return value as text, with commas, and a dash for None."""
    return '-' if value is None else f'{value:,.0f}'


def format_table(headers: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown, its numbers as they are."""
    return tabulate(rows, headers, tablefmt='pipe', disable_numparse=True,
                    colalign=['left'] + ['right'] * (len(headers) - 1))
