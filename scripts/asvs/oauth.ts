import type { Chapter } from './row.ts'

const notAClient = 'Fetlock is the authorization server and the API, and nobody’s OAuth client.'

export const oauth: Chapter = {
  id: 'V10',
  title: 'OAuth and OpenID Connect',
  rows: [
    { id: '10.1.1', level: 2, asks: 'Tokens go only to what needs them: none to the scripts of our own pages.' },
    {
      id: '10.1.2',
      level: 2,
      asks: 'A client accepts codes and ID tokens only of a flow that it began.',
      doesNotApply: notAClient,
    },
    { id: '10.2.1', level: 2, asks: 'A client protects its code flow by PKCE or `state`.', doesNotApply: notAClient },
    {
      id: '10.2.2',
      level: 2,
      asks: 'A client of several authorization servers does not mix them up.',
      doesNotApply: notAClient,
    },
    { id: '10.3.1', level: 2, asks: 'The API accepts only tokens that were issued for it.' },
    { id: '10.3.2', level: 2, asks: 'What a token allows is decided by its user, its application and its scopes.' },
    { id: '10.3.3', level: 2, asks: 'The user of a token is known by an id that is never given to somebody else.' },
    {
      id: '10.3.4',
      level: 2,
      asks: 'Where a stronger or newer sign-in is needed, the token must be of one.',
      doesNotApply:
        'No operation of the API needs a stronger or newer sign-in than others; what changes an account’s credentials is on pages that ask for the password again.',
    },
    { id: '10.4.1', level: 1, asks: 'Redirect URIs are registered, and compared as they are.' },
    { id: '10.4.2', level: 1, asks: 'A code works once; a second use ends what the first was given.' },
    { id: '10.4.3', level: 1, asks: 'A code lives 10 minutes at most.' },
    {
      id: '10.4.4',
      level: 1,
      asks: 'An application may use only the grants it needs; implicit and password grants do not exist.',
    },
    { id: '10.4.5', level: 1, asks: 'Refresh tokens are rotated, and the use of an old one ends the grant.' },
    { id: '10.4.6', level: 2, asks: 'PKCE with S256 is required.' },
    {
      id: '10.4.7',
      level: 2,
      asks: 'Whoever registers an application by themselves is not trusted.',
      doesNotApply: 'Applications are registered by the clinic or the operator; there is no dynamic registration.',
    },
    { id: '10.4.8', level: 2, asks: 'Refresh tokens have an absolute end.' },
    { id: '10.4.9', level: 2, asks: 'People can end refresh and access tokens on a page of the authorization server.' },
    { id: '10.4.10', level: 2, asks: 'Confidential clients authenticate at the token and revocation endpoints.' },
    { id: '10.4.11', level: 2, asks: 'An application gets only scopes that it was registered with.' },
    { id: '10.5.1', level: 2, asks: 'A client checks the `nonce` of an ID token.', doesNotApply: notAClient },
    { id: '10.5.2', level: 2, asks: 'A client knows a person by the `sub` of the ID token.', doesNotApply: notAClient },
    { id: '10.5.3', level: 2, asks: 'A client refuses metadata of another issuer.', doesNotApply: notAClient },
    { id: '10.5.4', level: 2, asks: 'A client checks the audience of an ID token.', doesNotApply: notAClient },
    { id: '10.5.5', level: 2, asks: 'A client checks logout tokens.', doesNotApply: notAClient },
    { id: '10.6.1', level: 2, asks: 'The response types are those of the code flow.' },
    { id: '10.6.2', level: 2, asks: 'Another site cannot sign people out.' },
    { id: '10.7.1', level: 2, asks: 'People are asked for their consent; always, if the client could be anybody.' },
    { id: '10.7.2', level: 2, asks: 'The consent page says who asks, for what and for how long.' },
    { id: '10.7.3', level: 2, asks: 'People can look at what they allowed, and end it.' },
  ],
}
