"""What people see: tables for terminals, papers and spreadsheets, and the HTML page.

Nothing here knows what a measure or a corpus is; everything here renders plain data.
"""
