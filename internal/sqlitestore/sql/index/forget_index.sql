-- forget_index: Removes the name of a generation's project, so that the index no longer knows it.
-- params: number
-- returns: nothing
UPDATE index_project SET name = NULL WHERE number = $number
