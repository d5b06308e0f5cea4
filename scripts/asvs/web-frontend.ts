import type { Chapter } from './row.ts'

export const webFrontend: Chapter = {
  id: 'V3',
  title: 'Web frontend security',
  rows: [
    {
      id: '3.2.1',
      level: 1,
      asks: 'A response is never rendered by a browser as something it is not: records and files opened by their address show no active content.',
    },
    { id: '3.2.2', level: 1, asks: 'Text is put into pages as text, so that markup in a record is shown and not run.' },
    { id: '3.3.1', level: 1, asks: 'Cookies are `Secure` and named `__Host-` or `__Secure-`.' },
    { id: '3.3.2', level: 2, asks: 'Each cookie has the `SameSite` value that its purpose needs.' },
    {
      id: '3.3.3',
      level: 2,
      asks: 'Cookies are named `__Host-` unless they are meant for several hosts.',
      open: 'Cookies belong to the path of one organisation, which `__Host-` does not allow: it demands `Path=/`, and then one clinic’s cookie would be sent with the requests of another. They are named `__Secure-`.',
    },
    {
      id: '3.3.4',
      level: 2,
      asks: 'Cookies that scripts need not read are `HttpOnly`, and their values go to the browser in no other way.',
    },
    { id: '3.4.1', level: 1, asks: 'Every response carries HSTS of a year or more, with subdomains.' },
    { id: '3.4.2', level: 1, asks: '`Access-Control-Allow-Origin` names only origins that are known.' },
    {
      id: '3.4.3',
      level: 2,
      asks: 'Responses carry a Content-Security-Policy with `object-src ’none’`, `base-uri ’none’` and a list of what may be loaded.',
    },
    { id: '3.4.4', level: 2, asks: 'Every response carries `X-Content-Type-Options: nosniff`.' },
    { id: '3.4.5', level: 2, asks: 'The address of a page does not reach other sites in `Referer`.' },
    { id: '3.4.6', level: 2, asks: 'No response can be embedded in a page of another site (`frame-ancestors`).' },
    {
      id: '3.5.1',
      level: 1,
      asks: 'A request that another site makes a browser send has no effect: tokens or headers prove where it comes from.',
    },
    { id: '3.5.2', level: 1, asks: 'What relies on a CORS preflight cannot be reached by a request without one.' },
    { id: '3.5.3', level: 1, asks: 'GET, HEAD and OPTIONS change nothing.' },
    {
      id: '3.5.4',
      level: 2,
      asks: 'Separate applications are on separate host names.',
      doesNotApply:
        'A deployment serves one application. Applications of others run on hosts of their own and use the API.',
    },
    {
      id: '3.5.5',
      level: 2,
      asks: 'Messages between windows are checked for their origin and form.',
      doesNotApply: 'No page listens to `postMessage`.',
    },
    {
      id: '3.7.1',
      level: 2,
      asks: 'Only client-side techniques that are still maintained are used.',
      document: {
        page: 'decisions/0015-the-authorization-server.md',
        says: 'Pages are HTML, CSS and one small script; there are no plug-ins.',
      },
    },
    { id: '3.7.2', level: 2, asks: 'Browsers are redirected to other hosts only if those are on a list.' },
  ],
}
