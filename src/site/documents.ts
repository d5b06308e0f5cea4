import { createHash } from 'node:crypto'
import { clientProfile } from '../contract/client-profile.ts'

type Flow = Readonly<Record<string, unknown>>
type Scheme = { readonly flows?: Readonly<Record<string, Flow>> }
type Contract = { readonly components: { readonly securitySchemes: Readonly<Record<string, Scheme>> } }

/** JSON text and its ETag. */
export type ServedDocument = { readonly text: string; readonly etag: string }
export const profiles = ['full', 'client'] as const
export type Profile = (typeof profiles)[number]

/** Stands for the address of an organisation, such as https://vet.example/1. */
const home = '{organisation-address}'

const mapValues = <V, W>(object: Readonly<Record<string, V>>, change: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))

/** The URLs of a grant type, such as `tokenUrl`, whatever they begin with. */
const atHome = (value: unknown) =>
  typeof value === 'string' && value.includes('/oauth2/') ? `${home}${value.slice(value.indexOf('/oauth2/'))}` : value

/** The document of one organisation, whose address is still to be filled in. */
const ofOrganisation = (document: object): object => {
  const { components } = document as Contract
  const { securitySchemes } = components
  return {
    ...document,
    servers: [{ url: `${home}/api/0.1`, description: 'This organisation' }],
    components: {
      ...components,
      securitySchemes: mapValues(securitySchemes, (scheme) =>
        scheme.flows ? { ...scheme, flows: mapValues(scheme.flows, (flow) => mapValues(flow, atHome)) } : scheme,
      ),
    },
  }
}

const prepare = (document: object) => {
  const text = JSON.stringify(document)
  return { text, hash: createHash('sha256').update(text).digest('base64url').slice(0, 22) }
}

/** The OpenAPI document as it is served: derived once, and for an organisation only its address is filled in. */
export const documentsOf = (derive: () => object, publicUrl: string) => {
  const prepareAll = () => {
    const full = derive()
    const both = { full, client: clientProfile(full) }
    return { general: mapValues(both, prepare), organisation: mapValues(both, (each) => prepare(ofOrganisation(each))) }
  }
  let prepared: ReturnType<typeof prepareAll> | undefined
  const all = () => (prepared ??= prepareAll())

  return {
    general: (profile: Profile): ServedDocument => {
      const { text, hash } = all().general[profile]!
      return { text, etag: `"0-${hash}"` }
    },
    ofOrganisation: (profile: Profile, organisation: number): ServedDocument => {
      const { text, hash } = all().organisation[profile]!
      return { text: text.replaceAll(home, `${publicUrl}/${organisation}`), etag: `"${organisation}-${hash}"` }
    },
  }
}
