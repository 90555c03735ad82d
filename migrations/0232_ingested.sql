-- Owner: src/catalog. Raised by every transaction of ingestion: an import of files that read before it looks again.
ALTER TABLE catalogue_state ADD COLUMN ingested bigint NOT NULL DEFAULT 0;
