-- Who does not want reminders any more, such as that credits run low. Mail that an account needs is always sent. Owner: src/billing.
CREATE TABLE mail_opt_outs (
  user_id text NOT NULL,
  topic text NOT NULL CHECK (topic IN ('credits')),
  opted_out_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, topic)
);
