-- What tells the files of an import from others of the same names: in the order of `inputs`, size and time of the last write. NULL: they can't
-- be known again. Owner: src/catalog.
ALTER TABLE imports ADD COLUMN input_marks text[];
