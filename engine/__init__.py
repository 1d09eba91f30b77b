"""What makes the package fast. The flat files work without this folder."""
