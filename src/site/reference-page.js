// Starts the reference at /reference/, or at /reference/?organisation=1 with the addresses of that organisation.
const { origin, search } = window.location
const organisation = new URLSearchParams(search).get('organisation') ?? ''
const base = /^[1-9]\d{0,9}$/.test(organisation) ? `/${organisation}/api/0.1` : undefined

window.Scalar.createApiReference('#reference', {
  url: `${base ?? ''}/openapi.json?profile=client`,
  // Requests go to the origin of this page: the policy of the page allows no other.
  ...(base === undefined ? { baseServerURL: origin } : { servers: [{ url: `${origin}${base}` }] }),
  authentication: {
    preferredSecurityScheme: 'token',
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'An access token that you have already' },
    },
  },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  customCss: ':root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, monospace }',
})
