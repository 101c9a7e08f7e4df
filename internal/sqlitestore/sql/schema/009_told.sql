-- 009_told: By which change of the graph each contribution was put, so that who holds what episodes tell reads anew only what came later.
-- params: none
-- returns: nothing
-- 0 is that of contributions that are older than the column. origin tells a project from others of its name that were
-- purged before, empty in those that are older.
ALTER TABLE contribution ADD COLUMN graph INTEGER NOT NULL DEFAULT 0;
CREATE INDEX contribution_graph ON contribution (layer, graph);
ALTER TABLE project ADD COLUMN origin TEXT NOT NULL DEFAULT '';
