"""What the splitter knows about languages, as data."""
