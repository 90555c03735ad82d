import type { Body } from '../../api/call.ts'
import { scopeMeanings, usualScopes } from '../../api/scope-meanings.ts'
import { Checkbox } from '../../ui/checkbox.tsx'

type Scope = NonNullable<Body<'createKey'>['scopes']>[number]

const meanings: Record<Scope, string> = scopeMeanings

export const meaningOf = (scope: string): string => meanings[scope as Scope] ?? scope

export const everyScope = Object.keys(meanings) as Scope[]

/** What the form for a new key begins with. */
export const scopesOfNewKey: Scope[] = [...usualScopes]

export function ScopeFields({ chosen, onChange }: { chosen: Scope[]; onChange: (scopes: Scope[]) => void }) {
  const toggle = (scope: Scope) =>
    onChange(everyScope.filter((other) => (other === scope ? !chosen.includes(scope) : chosen.includes(other))))
  return (
    <fieldset>
      <legend className="mb-1.5 text-table font-medium text-ink">Access</legend>
      <div className="divide-y rounded-control border">
        {everyScope.map((scope) => (
          <label key={scope} className="flex min-h-8 cursor-pointer items-center gap-2.5 px-2.5 py-1 text-table">
            <Checkbox checked={chosen.includes(scope)} onChange={() => toggle(scope)} />
            <span className="min-w-0 flex-1 text-ink">{meanings[scope]}</span>
            <code className="hidden font-mono text-small text-ink-faint sm:inline">{scope}</code>
          </label>
        ))}
      </div>
      {chosen.length === 0 && <p className="mt-1.5 text-small text-danger">Choose at least one.</p>}
    </fieldset>
  )
}
