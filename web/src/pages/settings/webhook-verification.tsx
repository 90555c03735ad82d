import { useState } from 'react'
import { limits } from '../../api/limits.ts'
import { Section } from '../../ui/page.tsx'
import { Snippet } from './snippet.tsx'

const programs = {
  TypeScript: `import { Webhook } from 'standardwebhooks' // npm install standardwebhooks

const webhook = new Webhook(process.env.WEBHOOK_SECRET!) // whsec_…

export default {
  async fetch(request: Request): Promise<Response> {
    const body = await request.text() // as it came: parsed and written again, it no longer fits its signature
    try {
      const { type, data } = webhook.verify(body, Object.fromEntries(request.headers)) as { type: string; data: object }
      console.log(request.headers.get('webhook-id'), type, data) // the same id is the same event: handle it once
      return new Response('ok')
    } catch {
      return new Response('wrong signature', { status: 401 })
    }
  },
}`,
  Python: `import os
from flask import Flask, request
from standardwebhooks import Webhook, WebhookVerificationError  # pip install standardwebhooks flask

app = Flask(__name__)
webhook = Webhook(os.environ["WEBHOOK_SECRET"])  # whsec_…

@app.post("/webhooks/prospector")
def receive():
    try:
        event = webhook.verify(request.get_data(as_text=True), dict(request.headers))
    except WebhookVerificationError:
        return "wrong signature", 401
    print(request.headers["webhook-id"], event["type"], event["data"])  # the same id is the same event
    return "ok"`,
  curl: `# An event of your own, signed as ours are: to try your server without us.
SECRET='whsec_…' URL='http://localhost:8080/webhooks/prospector'
ID="evt_test$RANDOM" AT=$(date +%s)
BODY='{"type":"webhook.test","timestamp":"2026-01-01T00:00:00.000Z","data":{"sequence":0}}'
KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
SIGNATURE=$(printf '%s.%s.%s' "$ID" "$AT" "$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
curl "$URL" -H 'Content-Type: application/json' -H "webhook-id: $ID" \\
  -H "webhook-timestamp: $AT" -H "webhook-signature: v1,$SIGNATURE" -d "$BODY"`,
} as const
type Language = keyof typeof programs

/** Deliveries follow Standard Webhooks, so its libraries check them. */
export function HowToVerify() {
  const [language, setLanguage] = useState<Language>('TypeScript')
  return (
    <Section
      title="Check the signature"
      note={`Deliveries follow Standard Webhooks 1.0.0: its libraries check signature and age. Answer 2xx within ${limits.webhookReplySeconds} seconds; otherwise the event is sent again, up to ${limits.webhookRetries} times.`}
    >
      <div role="tablist" aria-label="Language" className="mb-3 flex gap-1">
        {(Object.keys(programs) as Language[]).map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === language}
            onClick={() => setLanguage(name)}
            className="h-8 rounded-control px-3 text-table font-medium text-ink-soft hover:bg-hover aria-selected:bg-selected aria-selected:text-ink"
          >
            {name}
          </button>
        ))}
      </div>
      <Snippet text={programs[language]} label={`Copy the ${language} program`} />
    </Section>
  )
}
