-- mark_all: Marks every present episode of a project as stale.
-- params: project (a number)
-- returns: nothing
UPDATE episode SET underived = 1 WHERE project = $project AND present = 1 AND underived <> 1
