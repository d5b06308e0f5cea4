import type { Reader } from '../../db/tx.ts'

export const countOf = (description: string) => ({ type: 'integer' as const, minimum: 0, description })

type Counted = { readonly kind: string; readonly count: number }
type Erasure = { readonly id: number; readonly erased: readonly Counted[]; readonly kept: readonly Counted[] }

/** Answers what an erasure did. The values in the audit trail are counted once its changes are in it, and erased too. */
export const readErasure =
  ({ id, erased, kept }: Erasure) =>
  async ({ read }: { readonly read: Reader }) => {
    const [found] = await read<{ readonly audit_values: string }>(
      'select audit_values from erasure where organisation = organisation() and id = $1',
      [id],
    )
    const all = [...erased, { kind: 'audit_values', count: Number(found!.audit_values) }]
    return { status: 200, body: JSON.stringify({ erased: all.filter(({ count }) => count > 0), kept }) }
  }
