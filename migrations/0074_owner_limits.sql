-- A limit that an owner set is an owner's to change: an admin may not lift it, their own least of all. Owner: src/members.
ALTER TABLE members ADD COLUMN limit_set_by_owner boolean NOT NULL DEFAULT false;
