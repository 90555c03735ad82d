-- Statistics at the end of an import come from a quarter of the usual sample: nobody can search what it brought before they are there,
-- and plans of lookups by key are the same. How many stores have people is the one number that a small sample would get far wrong.
ALTER FUNCTION analyze_catalogue() SET default_statistics_target = 25;
ALTER TABLE contacts ALTER COLUMN store_id SET (n_distinct = -0.4);
