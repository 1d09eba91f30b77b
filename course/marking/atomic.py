"""Write files so that nobody ever finds half of one."""
from pathlib import Path
import json
import os
import threading


def write_text(path: Path, text: str) -> None:
    """Write text to the file at path, all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f'.{path.name}.{os.getpid()}-'
                            f'{threading.get_ident()}')
    with beside.open('w', encoding='utf-8', errors='replace',
                     newline='') as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


def write_json(path: Path, value: object) -> None:
    """Write value to the file at path as JSON, all of it or nothing."""
    write_text(path, json.dumps(value, indent=1, ensure_ascii=False) + '\n')
