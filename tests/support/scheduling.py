"""Which tests run in one process."""

from xdist.scheduler import LoadScopeScheduling

# They visit the page on this machine, in one browser.
LOCAL = [
    f'tests/web/test_{name}.py' for name in ('guests', 'looks', 'page', 'tree')
]
# The tests of each of these look at one run of the marking tool, or two.
MARKED = [
    f'tests/course/test_{name}.py' for name in ('real_solutions', 'submissions')
]


class SharingScheduling(LoadScopeScheduling):
    """Runs tests wherever there is time, but in one process those that share
    what takes long: marking many submissions, or starting a browser, and Python
    in it, for each way of running the page.
    """

    def _split_scope(self, nodeid: str) -> str:
        """Return the group of the test with this name."""
        file = nodeid.split('::')[0]
        if file in MARKED:
            return file
        if not file.startswith('tests/web/'):
            return nodeid
        if 'hosted' in nodeid or nodeid.endswith('test_loading'):
            return 'Firefox' if 'firefox' in nodeid else 'hosted page'
        return 'local page' if file in LOCAL else file
