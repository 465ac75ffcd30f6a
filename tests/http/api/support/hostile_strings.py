"""Strings that are known to break systems, each a plain text here.

P8, ASVS-43, ASVS-58.
"""

# ruff: noqa: E501 - one kind of text per line

NAUGHTY = [
    # quotes, comments and statements of SQL
    "'", '"', "''", "\\", "\\'", "';", "--", "/*", "*/", ";", "' or '1'='1", "' or 1=1 --", "1; drop table students",
    "x' union select password_hash from users --", "'); delete from users; --", "1 or sleep(5)", "pg_sleep(5)", "$1", "$$", "$tag$",
    "%(x)s", ":x", "?", "{0}", "{limit}", "%s", "%n", "%x%x%x", "E'\\\\x27'", "0x27", "NULL", "null", "undefined", "NaN", "true",
    # operators of LIKE and tsquery
    "%", "_", "%%", "\\%", "\\_", "a%b", "a_b", "&", "|", "!", "(", ")", "<->", ":*", "a:*", "a & b", "!a", "(a", "a)", "'a' & !'b'", "a<2>b",
    # invalid and oversized numbers
    "0", "-1", "1.5", "1e9", "1e400", "Infinity", "-Infinity", "00", "+998", "998", "9223372036854775807", "9223372036854775808",
    "99999999999999999999999999999999", "0b1", "0x10", "١٢٣", "१२३", "½", "²", "1 2", "1,2",
    # letters of many scripts
    "ў", "Ў", "ʻ", "ʼ", "ё", "ﬁ", "ß", "İ", "ı", "Ǆ", "ǅ", "中文", "日本語", "عربي", "עברית", "தமிழ்", "👩‍👩‍👧‍👦", "🏳️‍🌈", "é", "e\u0301" * 50, "Z\u0351\u036b\u0343" * 30,
    # invisible and bidirectional characters
    " ", "\t", "\n", "\r\n", "a\nb", "\u00a0", "\u200b", "\u200d", "\u202e", "\u2066", "\ufeff", "\ufffe", "\uffff", "\u0001", "\u001b[31m", "\u007f", "\u0085",
    # paths, scripts, templates, commands
    "../../../etc/passwd", "..\\..\\windows", "/dev/null", "file:///etc/passwd", "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
    "javascript:alert(1)", "{{7*7}}", "${7*7}", "#{7*7}", "<%= 7 %>", "$(id)", "`id`", "| id", "() { :; };", "=1+1", "@SUM(1)", "<!ENTITY x SYSTEM 'x'>",
    # long texts
    "a" * 200, "a" * 201, "a " * 99, "'" * 200, "%" * 200, "(" * 200, "ў" * 200, "\\" * 199,
]  # fmt: skip
# texts that the database cannot store
UNSTORABLE = ["\u0000", "a\u0000b", "\u0000" * 10]
