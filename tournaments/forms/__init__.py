"""HTML forms, a file for each subject. Each builds the frozen input that the API builds too."""
