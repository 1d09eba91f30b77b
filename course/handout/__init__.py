"""The handout: pages for students, with pictures and points filled in."""
