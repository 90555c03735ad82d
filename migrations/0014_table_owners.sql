-- Which module a table belongs to: src/access and src/usage, which the migrations before this one name, have been split.
-- No data and no structure changes. A table is written only by its owner (ARCHITECTURE.md).
COMMENT ON TABLE accounts IS 'Owner: src/accounts';
COMMENT ON TABLE api_keys IS 'Owner: src/keys';
COMMENT ON TABLE members IS 'Owner: src/members';
COMMENT ON TABLE invitations IS 'Owner: src/members';
COMMENT ON TABLE users IS 'Owner: src/sign-in';
COMMENT ON TABLE sessions IS 'Owner: src/sign-in';
COMMENT ON TABLE sign_in_methods IS 'Owner: src/sign-in';
COMMENT ON TABLE verifications IS 'Owner: src/sign-in';
COMMENT ON TABLE two_factors IS 'Owner: src/sign-in';
COMMENT ON TABLE sign_in_attempts IS 'Owner: src/sign-in';
COMMENT ON TABLE signing_keys IS 'Owner: src/sign-in';
COMMENT ON TABLE oauth_clients IS 'Owner: src/oauth';
COMMENT ON TABLE oauth_resources IS 'Owner: src/oauth';
COMMENT ON TABLE oauth_client_resources IS 'Owner: src/oauth';
COMMENT ON TABLE oauth_refresh_tokens IS 'Owner: src/oauth';
COMMENT ON TABLE oauth_access_tokens IS 'Owner: src/oauth';
COMMENT ON TABLE oauth_client_assertions IS 'Owner: src/oauth';
COMMENT ON TABLE oauth_consents IS 'Owner: src/connections';
COMMENT ON TABLE request_counters IS 'Owner: src/metering';
COMMENT ON TABLE search_row_counters IS 'Owner: src/metering';
