-- forget_index: Takes the name of a project, so that the index does not know it any more.
-- params: number
-- returns: nothing
UPDATE index_project SET name = NULL WHERE number = $number
