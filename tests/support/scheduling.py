"""Which tests run in one process."""
from xdist.scheduler import LoadScopeScheduling


class BrowserScheduling(LoadScopeScheduling):
    """Runs tests wherever there is time, but those of the page in a browser in
    one process for each way of running it: a browser, and Python in it, take
    long to start.
    """

    def _split_scope(self, nodeid: str) -> str:
        """Return the group of the test with this name."""
        if 'tests/web/' not in nodeid:
            return nodeid
        if '[hosted' in nodeid:
            return 'hosted page'
        return 'local page' if '[local' in nodeid else nodeid.split('::')[0]
