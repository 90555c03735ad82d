/** The programs of the guides in Python. `npm run long -- python` runs each as it is printed. */

import { standardTrial } from '../../accounts/plan.ts'
import { count } from '../../base/words.ts'
import { contactsPerRevealMax } from '../../contacts/reveal-contacts.ts'
import { contactsPerJobMax } from '../../jobs/job-request.ts'
import { previewDays } from '../../watches/recent-news.ts'
import { replyWithinMs } from '../../webhooks/attempts.ts'
import type { programs } from './programs.ts'

export const pythonPrograms: Record<keyof typeof programs, string> = {
  reveal: `from prospector_client import InsufficientCreditsError, Prospector

client = Prospector()  # PROSPECTOR_URL and PROSPECTOR_KEY
found = client.search_contacts(
    person={"has_verified_email": True, "revealed": False},
    store={"countries": ["US", "GB"]},
    limit=25,
)
ids = [preview["id"] for preview in found["data"]]
print(f"{len(ids)} of {found['total']} people")

# quote_reveal quotes ${contactsPerRevealMax} contacts and says what each would be, jobs.quote up to ${count(contactsPerJobMax)}. Neither spends anything.
credits = client.jobs.quote(kind="reveal", contact_ids=ids)["credits"]
print(f"{credits['required']} credits; {credits['spendable_now']} can be spent")

try:
    revealed = client.reveal_many(ids)  # ${contactsPerRevealMax} a request, each under an Idempotency-Key.
    for contact in revealed["data"]:
        print(contact["full_name"], contact["emails"][0]["email"] if contact["emails"] else None)
    print(revealed["credits"]["spent"], "credits spent")
except InsufficientCreditsError as error:
    print("Not enough credits:", error.billing and error.billing["url"])`,

  webhooks: `import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from prospector_client import Prospector, WebhookVerificationError, webhooks

client = Prospector()  # PROSPECTOR_URL and PROSPECTOR_KEY
webhook = client.create_webhook(
    url=os.environ["WEBHOOK_URL"],  # Where this program is reached from outside, with https.
    types=["reveal.created", "job.finished"],
)
# webhook["secret"] is shown once: keep it.

handled = set()  # Yours is a table: at least once means that an event may come twice.


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The bytes as they came: a body that was parsed and written again has another signature.
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = webhooks.verify(body, self.headers, webhook["secret"])
        except WebhookVerificationError:
            self.send_response(400)
        else:
            if event["id"] not in handled:
                handled.add(event["id"])
                print(event["type"], event["data"], flush=True)
            self.send_response(204)  # Within ${replyWithinMs / 1_000} seconds. Work that takes longer goes into a queue of yours.
        self.end_headers()


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "3000"))), Receiver)
threading.Thread(target=server.serve_forever).start()
client.test_webhook(webhook["id"])`,

  jobs: `from prospector_client import Prospector

client = Prospector()
request = {
    "kind": "reveal",
    "search": {"person": {"has_verified_email": True}, "store": {"countries": ["US"]}},
    "max": 500,
    "on_short_balance": "stop",  # Reveal what the credits suffice for. "refuse" makes no job instead.
}
credits = client.jobs.quote(**request)["credits"]
print(f"At most {credits['required']} credits; {credits['spendable_now']} can be spent.")

# With a key of yours, a program that crashed and runs again finds the same job.
job = client.jobs.start(**request, options={"idempotency_key": "campaign-2026-11"})
ended = client.jobs.wait(job["id"], on_progress=lambda job: print(job["counts"]["done"], "of", job["counts"]["total"]))
print(ended["status"], ended["stop_reason"], ended["credits"]["spent"], "credits")

for line in client.each(client.get_job_results, job["id"]):
    contact = line["contact"] or {}
    emails = contact.get("emails", [])
    print(line["outcome"], contact.get("full_name"), emails[0]["email"] if emails else None)`,

  crm: `from prospector_client import Prospector

# crm is yours: customers(), upsert(contact), remove(contact_id), and a place for one number, set_last_sequence(n) and last_sequence(),
# which is None until there is one.
import crm

client = Prospector()

# 1. Never pay for somebody you know: searches leave them out, and reveals do not charge them.
client.put_exclusion("crm", entries=[{"email": one["email"]} for one in crm.customers()], mode="replace")

# 2. Follow what happens. Started again, it goes on after the last event that it has handled.
for event in client.events.follow(after=crm.last_sequence()):
    ids = event["data"].get("contact_ids", [])
    if event["type"] in ("reveal.created", "contact.updated"):
        for contact in client.read_owned_contacts(contact_ids=ids)["data"]:
            crm.upsert(contact)
    elif event["type"] in ("contact.suppressed", "contact.erased"):
        for contact_id in ids:
            crm.remove(contact_id)
        # 3. The person asked for their data to be deleted: say that your copy is gone.
        if event["type"] == "contact.erased":
            client.confirm_event(event["id"])
    crm.set_last_sequence(event["sequence"])`,

  signals: `from prospector_client import Prospector

client = Prospector()
print([change["value"] for change in client.get_taxonomy()["change_types"]])

# Stores that installed something in the last 30 days, the latest first. "value" narrows it to one app: {…, "value": "Klaviyo"}.
store = {"changes": {"any": [{"type": "app_added", "within_days": 30}]}}
stores = client.search_stores(store=store, sort="last_change", limit=3)
print(stores["total"], "stores")
for found in stores["data"]:
    for change in client.each(client.list_store_changes, found["domain"]):
        print(change["observed_at"], found["domain"], change["type"], change["value"])

# The people there whom nobody has to look for again: a saved search finds those that match when it is run.
query = {"store": store, "person": {"seniority_any": ["executive", "decision_maker"], "has_verified_email": True}}
saved = client.create_saved_search(name="New apps", kind="contacts", query=query)
people = client.run_saved_search(saved["id"], limit=10)
print(people["total"], "people to write to")`,

  watches: `from prospector_client import Prospector

client = Prospector()
store = {"changes": {"any": [{"type": "app_added", "within_days": 30}]}}
query = {"store": store, "person": {"seniority_any": ["executive", "decision_maker"]}}

# The matches of the last ${previewDays} days, before anything is saved.
preview = client.preview_news(search={"kind": "contacts", "query": query})
print(preview["total"], "people in the last", preview["days"], "days")

saved = client.create_saved_search(name="New apps", kind="contacts", query=query)
watch = client.create_watch(saved_search_id=saved["id"], mail="weekly")
print("Watching", saved["name"])

# Later, as often as you like: what is new since your last visit. Matches come newest first.
for match in client.each(client.list_watch_matches, watch["id"]):
    if not match["new"]:
        break
    print(match["matched_at"], match["contact"]["store"]["domain"], match["changes"])
client.visit_watch(watch["id"])

# One store at a time, without a search: each of its changes is reported from now on.
for found in client.search_stores(store=store, limit=1)["data"]:
    follow = client.follow_store(found["domain"])
    print(found["domain"], follow["followed"], follow["watch_id"])`,

  testMode: `import os

from prospector_client import ApiAccessRequiredError, InsufficientCreditsError, Prospector

client = Prospector(os.environ["PROSPECTOR_TEST_KEY"])  # psk_test_…
client.reset_test_mode()  # The test credits of a month, nothing revealed.

# Every outcome has a contact with a fixed id, and so has every error.
revealed = client.reveal_contacts(contact_ids=["ct_test_VerifiedEmailOne"])
print(revealed["data"][0]["emails"][0]["email"], revealed["credits"]["remaining"])
try:
    client.reveal_contacts(contact_ids=["ct_test_InsufficientCred"])
except InsufficientCreditsError as error:
    print("No credits:", error.billing["url"])

# A trial that nobody pays for ends after ${standardTrial.days} days. Here that takes a moment.
client.reset_test_mode(status="trialing")
client.advance_test_clock(advance_seconds=${standardTrial.days + 1} * 86_400)
try:
    client.search_contacts()
except ApiAccessRequiredError as error:
    print("Lapsed:", error.billing["url"])
client.reset_test_mode()`,
}
