// Every page works without this file, except passkeys.

/** Shows and hides what is typed into a password field. */
const addShowButtons = () => {
  for (const button of document.querySelectorAll('button[data-show]')) {
    const field = document.getElementById(button.dataset.show)
    if (!(field instanceof HTMLInputElement)) continue
    const word = button.querySelector('span')
    const show = (isShown) => {
      field.type = isShown ? 'text' : 'password'
      button.setAttribute('aria-pressed', String(isShown))
      word.textContent = isShown ? 'Hide' : 'Show'
    }
    button.hidden = false
    button.addEventListener('click', () => {
      show(field.type === 'password')
      field.focus()
    })
    // A browser offers to keep a password only if the field is one when the form is sent.
    field.form?.addEventListener('submit', () => show(false))
  }
}

/** A second click while the first is being answered would send the form twice. */
const sendFormsOnce = () => {
  for (const form of document.querySelectorAll('form[method="post"]'))
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent === 'yes') event.preventDefault()
      form.dataset.sent = 'yes'
    })
  // The browser's Back button may bring a page back as it was when it was left.
  window.addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form[data-sent]')) delete form.dataset.sent
  })
}

/** Runs a request of the browser's own database. */
const outcomeOf = (asked) =>
  new Promise((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error))
  })

/** Removes the drafts of one person from a database of the app. One that does not exist is not made. */
const forgetDrafts = async (name, isTheirs) => {
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return
  const database = await outcomeOf(indexedDB.open(name))
  const drafts = database.transaction('drafts', 'readwrite').objectStore('drafts')
  for (const draft of await outcomeOf(drafts.getAll()))
    if (isTheirs(draft.user ?? draft.key.split(' ')[0])) await outcomeOf(drafts.delete(draft.key))
  database.close()
}

/** Removes what the app keeps of one person on this device, and leaves what others have typed and not sent. */
const forgetPerson = async (user) => {
  const path = new URL(home).pathname
  const isTheirs = (author) => author !== undefined && author.endsWith(`${path}api/0.1/user/${user}/`)
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith('fetlock.') && isTheirs(name.split(' ')[1])) sessionStorage.removeItem(name)
  const place = path.replace(/\/$/, '')
  localStorage.removeItem(`fetlock-recent${place}`)
  for (const name of [`fetlock${place}`, `fetlock-forms${place}`]) await forgetDrafts(name, isTheirs)
}

/** Signing out removes what is of this person. Where that fails, the answer has the browser remove everything. */
const clearAtSignOut = () => {
  for (const form of document.querySelectorAll('form[data-clears]'))
    form.addEventListener('submit', (event) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      const fields = new Map(new FormData(form))
      forgetPerson(form.dataset.clears)
        .then(() => fields.set('clears', 'yes'))
        .catch(() => {})
        .finally(() => sendForm(form.action, fields))
    })
}

/** Where the options of a passkey come from and where its answer goes, under the path of the organisation. */
const passkeyPaths = {
  'sign-in': 'sign-in/passkey/',
  'second-factor': 'sign-in/passkey/',
  enrol: 'sign-in/add-factor/passkey/',
  unlock: 'unlock/passkey/',
  'step-up': 'confirm/passkey/',
  add: 'account/passkeys/',
  confirm: 'account/factors/passkey/',
}
const home = document.currentScript.src.replace(/oauth2\/pages\.js.*$/, '')

const bytesOf = (text) => {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}
const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const withBytes = (credentials = []) => credentials.map((credential) => ({ ...credential, id: bytesOf(credential.id) }))

const askAuthenticator = (options, makesOne) => {
  const publicKey = { ...options, challenge: bytesOf(options.challenge) }
  if (!makesOne)
    return navigator.credentials.get({
      publicKey: { ...publicKey, allowCredentials: withBytes(options.allowCredentials) },
    })
  const user = { ...options.user, id: bytesOf(options.user.id) }
  return navigator.credentials.create({
    publicKey: { ...publicKey, user, excludeCredentials: withBytes(options.excludeCredentials) },
  })
}

/** What the authenticator answered, in JSON. */
const answerOf = (credential) => {
  const { id, rawId, type, authenticatorAttachment, response } = credential
  const parts = { clientDataJSON: textOf(response.clientDataJSON) }
  for (const name of ['attestationObject', 'authenticatorData', 'signature', 'userHandle'])
    if (response[name]) parts[name] = textOf(response[name])
  if (response.getTransports) parts.transports = response.getTransports()
  const clientExtensionResults = credential.getClientExtensionResults()
  return { id, rawId: textOf(rawId), type, authenticatorAttachment, clientExtensionResults, response: parts }
}

/** What is sent along: the hidden fields of the form, and more where a passkey is one field of several. */
const alsoSent = { add: ['name'], confirm: ['current_password', 'password'] }
const fieldsOf = (button, kind) => {
  const fields = new URLSearchParams({ kind })
  for (const field of button.form?.elements ?? [])
    if (field.name && (field.type === 'hidden' || alsoSent[kind]?.includes(field.name)))
      fields.set(field.name, field.value)
  return fields
}

const sendForm = (action, fields) => {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  for (const [name, value] of fields) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}

const askForOptions = async (place, form, kind) => {
  const fields = new URLSearchParams({ kind })
  for (const name of ['form', 'next']) if (form?.elements[name]) fields.set(name, form.elements[name].value)
  const asked = await fetch(`${place}options/`, { method: 'post', body: fields })
  const answer = await asked.json()
  if (!asked.ok) throw new Error(answer.detail ?? Object.values(answer).flat().join(' '))
  return JSON.stringify(answer.publicKey)
}

const usePasskey = async (button) => {
  const kind = button.dataset.passkey
  const place = home + passkeyPaths[kind]
  const fieldsBefore = ['current_password', 'password'].map((name) => button.form?.elements[name]).filter(Boolean)
  if (kind === 'confirm' && !fieldsBefore.every((field) => field.reportValidity())) return
  const options = button.form?.dataset.options ?? (await askForOptions(place, button.form, kind))
  const credential = await askAuthenticator(JSON.parse(options), kind === 'add' || kind === 'enrol')
  const fields = fieldsOf(button, kind)
  fields.set('response', JSON.stringify(answerOf(credential)))
  sendForm(kind === 'confirm' ? button.form.action : place, fields)
}

const passkeyProblemOf = (problem) => {
  if (problem.name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  if (problem.name === 'NotAllowedError') return 'No passkey was used. Try again, or choose another way.'
  return problem.message
}

/** Shows the buttons for passkeys where the browser has them. */
const addPasskeyButtons = () => {
  if (window.PublicKeyCredential === undefined) return
  for (const element of document.querySelectorAll('[data-with-passkey]')) element.hidden = false
  for (const button of document.querySelectorAll('button[data-passkey]')) {
    const notice = button.parentElement.querySelector('[data-passkey-problem]')
    button.hidden = false
    button.addEventListener('click', () => {
      button.disabled = true
      usePasskey(button)
        .catch((problem) => {
          if (notice === null) return
          notice.textContent = passkeyProblemOf(problem)
          notice.hidden = false
        })
        .finally(() => {
          button.disabled = false
        })
    })
  }
}

addShowButtons()
sendFormsOnce()
clearAtSignOut()
addPasskeyButtons()
