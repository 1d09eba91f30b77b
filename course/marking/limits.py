"""What a submission may use up."""
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Limits:
    """What a submission may use up.

    === Attributes ===
    seconds_per_test: how long a test may take
    timeouts_per_class: after so many time-outs, the rest of a test class is not
        run
    memory_mb: how much memory each of its processes may have
    processes: how many processes and threads it may have
    cpu_seconds: how long a process may compute altogether
    file_mb: how large a file may become, and all of its files together
    output_kb: how much of what it prints is kept
    reply_kb: how long an answer to the judge may be
    """
    seconds_per_test: float = 10
    timeouts_per_class: int = 3
    memory_mb: int = 512
    processes: int = 16
    cpu_seconds: int = 600
    file_mb: int = 16
    output_kb: int = 20
    reply_kb: int = 1000

    def as_dict(self) -> dict[str, float]:
        """Return these limits by their names."""
        return asdict(self)

    def tell(self) -> str:
        """Return these limits in words.

        >>> Limits().tell()
        '10 s a test, 512 MB of memory, 16 processes'
        """
        return (f'{self.seconds_per_test:g} s a test, {self.memory_mb} MB of '
                f'memory, {self.processes} processes')
