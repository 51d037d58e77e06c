"""The one test language: many files in one string, a cursor, marks under the code. See `fixture.py`."""
