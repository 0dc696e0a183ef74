// Ties allauth's passkey functions to the forms of our pages. No inline script is needed, and without one the other ways of signing in stay.
(function () {
  "use strict";
  if (!window.PublicKeyCredential || !window.allauth) return;
  const forms = window.allauth.webauthn.forms;
  const data = document.getElementById("js_data") ? "js_data" : undefined;
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const kind = form.dataset.passkey;
    const button = form.querySelector("button");
    const credential = form.querySelector("[name=credential]");
    const passwordless = form.querySelector("[name=passwordless]");
    button.id = button.id || `passkey_${kind}`;
    form.hidden = false;
    const ids = { credential: credential.id, data };
    if (kind === "add") {
      button.type = "button";
      ids.add = button.id;
      if (passwordless) ids.passwordless = passwordless.id;
      forms.addForm({ ids });
    } else if (kind === "login") {
      ids.login = button.id;
      forms.loginForm({ ids });
    } else {
      ids.authenticate = button.id;
      forms.authenticateForm({ ids });
    }
  }
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    for (const note of document.querySelectorAll("[data-passkey-error]")) note.hidden = false;
  });
})();
