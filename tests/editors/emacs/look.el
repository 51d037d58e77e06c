;;; look.el --- What a user of Emacs sees, as JSON in the file that $SEEN names  -*- lexical-binding: t -*-
;; emacs --batch -l SETUP -l look.el, in the folder of a site; $CLIENT is eglot or lsp. Keys are typed as macros, so that hooks run.
(require 'json)
(defvar seen nil)
(defconst client (intern (getenv "CLIENT")))

(defun until (what condition)
  "Wait until CONDITION gives something, and give it; WHAT is for who waits in vain."
  (let ((end (+ (float-time) 60)) found)
    (while (not (setq found (ignore-errors (funcall condition))))
      (when (> (float-time) end) (error "waited in vain for %s" what))
      (accept-process-output nil 0.05)
      (sit-for 0.01))
    found))

(defun saw (name value) (push (cons name value) seen))
(defun type (keys) (execute-kbd-macro (kbd keys)))
(defun here () (format "%s:%d" (file-name-nondirectory (or buffer-file-name "")) (line-number-at-pos)))
(defun after (text) (goto-char (point-min)) (search-forward text))
(defun findings () (flymake-diagnostics))

(defun look ()
  (type "C-x C-f manifests/site.pp RET")
  (let ((site (current-buffer)))
    ;; a finding behind an emoji
    (until "findings" (lambda () (switch-to-buffer site) (type "C-a") (findings)))
    (let ((finding (car (findings))))
      (saw 'marked (buffer-substring-no-properties (flymake-diagnostic-beg finding) (flymake-diagnostic-end finding)))
      (saw 'message (flymake-diagnostic-text finding)))
    ;; to the definition, and back
    (after "\ninclude we")
    (type "M-.")
    (until "the definition" (lambda () (string= (buffer-name) "init.pp")))
    (saw 'definition (here))
    (switch-to-buffer site)
    ;; what a name is
    (after "\ninclude we")
    (saw 'hover
         (if (eq client 'eglot)
             (eglot--hover-info (plist-get (jsonrpc-request (eglot-current-server) :textDocument/hover
                                                            (eglot--TextDocumentPositionParams)) :contents))
           (lsp--render-on-hover-content (lsp:hover-contents (lsp-request "textDocument/hover" (lsp--text-document-position-params))) t)))
    ;; a name is completed
    (goto-char (point-max))
    (type "include SPC web::ab")
    (completion-at-point)
    (until "the completed name" (lambda () (with-current-buffer site (save-excursion (goto-char (point-max)) (looking-back "web::able" nil)))))
    (saw 'completed (buffer-substring-no-properties (line-beginning-position) (point-max)))
    ;; a variable gets another name
    (after "$face")
    (backward-char 2)
    (if (eq client 'eglot) (eglot-rename "mood") (lsp-rename "mood"))
    (saw 'renamed (save-excursion (goto-char (point-min)) (forward-line 1) (buffer-substring-no-properties (point) (+ (point) 5))))
    ;; the catalog, as the buffer makes it
    (when (fboundp 'puppet-preview)
      (after "web::absent")
      (backward-delete-char (length "absent"))
      (insert "able")
      (eglot--signal-textDocument/didChange) ; what half a second without typing does
      (puppet-preview "a.example.com")
      (saw 'preview (with-current-buffer "*catalog of a.example.com*" (buffer-string))))))

(condition-case fault
    (look)
  (error (saw 'fault (error-message-string fault))))
(saw 'version emacs-version)
(with-temp-file (getenv "SEEN") (insert (json-encode seen)))
(let ((kill-emacs-hook nil)) (kill-emacs))
;;; look.el ends here
