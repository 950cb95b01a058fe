import { isJsonObject, type Json, writeJson } from '@/lib/contract/json'
import type { TemplateRecord } from '@/lib/contract/records/templates'
import { parseConfig } from '@/lib/derive/config-doc'
import { maskParams, resolveParams } from '@/lib/derive/params'
import type { SubmitRunRequest } from '@/lib/derive/run-requests'
import { selectionText } from '@/lib/derive/selection'
import { sortedJson } from '@/lib/derive/sorted-json'
import { readParams } from '@/lib/derive/template-document'
import { renderTemplate } from '@/lib/derive/template-render'
import type { RunTemplateRequest } from '@/lib/derive/template-requests'
import { AppError } from '../kit/app-error'

/** A version bound to its parameters, as a submission. */
export interface Materialized {
  request: SubmitRunRequest
  /** As they may be shown. */
  params: Record<string, Json>
}

/**
 * The submission that a version comes to (http-api.md 4.6). Only pipelines stand on their own; what is composed of several
 * templates an engine composes. Whatever it says is kept in the store for another process: nothing secret may be in it.
 */
export function materialize(template: TemplateRecord, body: RunTemplateRequest): Materialized {
  refuseKind(template, body)
  const parsed = parseConfig(template.body, template.format === 'json' ? 'json' : 'yaml')
  if (!parsed.ok) throw refused(parsed.message)
  const declared = readParams(isJsonObject(parsed.doc) ? (parsed.doc['params'] ?? null) : null)
  if (typeof declared === 'string') throw refused(declared)
  const bound = resolveParams(declared, body.params)
  if (!bound.ok) throw refused(bound.message)
  const rendered = renderTemplate(parsed.doc, bound.values)
  if (!rendered.ok) throw refused(rendered.message)
  if (bound.secrets.size > 0) throw kept('declares `secret: true` param(s)')
  if (Object.keys(body.env).length > 0) throw kept('was triggered with `env` overrides')
  const { id, version, name } = template
  const { labels, selection } = body
  return {
    request: {
      ...optionsOf(body),
      config: writeJson(sortedJson(rendered.doc)),
      config_format: 'json',
      name: body.name ?? name,
      labels: {
        ...labels,
        template: id,
        template_version: String(version),
        ...(selection && { selection: selectionText(selection) }),
      },
    },
    params: maskParams(bound),
  }
}

/** How the run is to go, without what made it one. */
function optionsOf(body: RunTemplateRequest) {
  const { params: _, env: __, version: ___, sink: ____, sink_version, overlay, overlay_version, ...options } = body
  return options
}

function refuseKind({ id, kind }: TemplateRecord, { sink, overlay }: RunTemplateRequest): void {
  if (kind === 'pipeline') {
    if (sink !== undefined) {
      throw refused(`config error: '${id}' is a complete pipeline template — it takes no sink (got \`--sink ${sink}\`)`)
    }
    if (overlay === undefined) return
    throw refused(
      `config error: '${id}' is a complete pipeline template — its operational blocks live in the config itself; an ` +
        'overlay applies to a composed source × sink run',
    )
  }
  if (kind === 'sink-template') {
    throw refused(
      `config error: '${id}' is a sink-template and is not runnable on its own — run a source template with \`--sink ${id}\``,
    )
  }
  if (kind === 'deployment') {
    throw refused(
      `config error: '${id}' is a deployment overlay and is not runnable on its own — apply it to a source template's ` +
        `run: \`faucet template run <source> --sink <sink> --overlay ${id}\` (HTTP: \`overlay\`)`,
    )
  }
  if (kind === 'source-template' && sink === undefined) {
    throw refused(
      `config error: '${id}' is a source-template — it runs composed with a sink template: pass \`--sink <id>\` (HTTP: ` +
        '`sink`); `faucet template list --kind sink-template` shows them',
    )
  }
  throw new AppError('unavailable', `a running engine is needed to run a ${kind}: it composes it with a sink`)
}

const refused = (message: string): AppError => new AppError('unprocessable', message)

const kept = (what: string): AppError =>
  refused(
    `this template ${what}, and a clustered server persists the materialized config so a peer can execute it — which ` +
      'would store the value in the shared run-history database. Reference the secret from the template body instead ' +
      '(' +
      ['env:VAR', 'vault:…', 'aws-sm:…'].map((token) => `\`\${${token}}\``).join(', ') +
      ', … — all resolved on the executing instance, never persisted), or ' +
      'trigger it on a non-clustered server',
  )
