import type { ProofMutants } from '../mutant.ts'

/** What `prove:addresses` must notice, one at a time. */
export const addressesMutants = {
  'every address counts as public': [
    {
      file: 'src/network/public-address.ts',
      find: `if (isIP(address) === 0 || address.includes('%')) return false`,
      replace: 'return true',
    },
    {
      file: 'src/network/public-address.ts',
      find: `return host.includes('.') && !localNames.test(host)`,
      replace: 'return true',
    },
  ],
  'a name is judged first and resolved again to connect': [
    {
      file: 'src/network/public-lookup.ts',
      find: 'const found = await resolvePublic(hostname, servers)',
      replace: 'await resolvePublic(hostname, servers)\n  const found = await resolve(hostname, servers)',
    },
  ],
} as const satisfies ProofMutants
