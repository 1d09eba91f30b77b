"""The tests of the package. README.md says how to run them."""
