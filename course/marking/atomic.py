"""Write files so that nobody ever finds half of one."""
from pathlib import Path
import json
from interface.game_files import replace_file


def write_text(path: Path, text: str) -> None:
    """Write text to the file at path, all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, text.encode('utf-8', 'replace'))


def write_json(path: Path, value: object) -> None:
    """Write value to the file at path as JSON, all of it or nothing."""
    write_text(path, json.dumps(value, indent=1, ensure_ascii=False) + '\n')
