"""What makes it fast finds the same as what is plain."""
