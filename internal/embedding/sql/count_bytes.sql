-- count_bytes: How many bytes of the file are in use.
-- params: none
-- returns: bytes
SELECT (c.page_count - f.freelist_count) * s.page_size AS bytes
FROM pragma_page_count c, pragma_freelist_count f, pragma_page_size s
