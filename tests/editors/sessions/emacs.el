;;; What a user does in Emacs with Eglot: diagnostics by Flymake, hover by ElDoc, code actions.  -*- lexical-binding: t -*-

(require 'json)

(setq native-comp-enable-subr-trampolines nil) ; answering for the user below needs no compiler then

(defvar result nil)

(defun wait-for (what ready)
  "Wait until READY gives something, and give that; WHAT it is, is told when it does not come."
  (let ((end (+ (float-time) 120)) found)
    (while (not (setq found (funcall ready)))
      (when (> (float-time) end) (error "nothing came: %s" what))
      (accept-process-output nil 0.05))
    found))

(defun codes ()
  "Give the codes of the diagnostics that Flymake shows."
  (delq nil (mapcar (lambda (each)
                      (and (string-match "HVD[0-9]+" (flymake-diagnostic-text each))
                           (match-string 0 (flymake-diagnostic-text each))))
                    (flymake-diagnostics))))

(defun apply-action (title)
  "Apply the code action at point whose title contains TITLE, with the answer that a user gives in the minibuffer."
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_prompt collection &rest _)
               (let ((titles (mapcar (lambda (each) (if (consp each) (car each) each)) collection)))
                 (push (cons 'offered (vconcat titles)) result)
                 (or (seq-find (lambda (each) (string-match-p (regexp-quote title) each)) titles)
                     (error "no action %s among %s" title titles)))))
            ((symbol-function 'y-or-n-p) (lambda (&rest _) t)))
    (call-interactively #'eglot-code-actions)))

(defun session ()
  "Open the script, look at it, convert it and save it."
  (find-file "train.py")
  (run-hooks 'post-command-hook) ; Eglot connects after the command that opened the file
  (wait-for "the server" (lambda () (eglot-current-server)))
  (wait-for "diagnostics" (lambda () (> (length (codes)) 3)))
  (push (cons 'codes (vconcat (codes))) result)

  (goto-char (point-min))
  (search-forward "optimizer")
  (backward-char)
  (let (shown)
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq shown text)))
    (push (cons 'hover (substring-no-properties (wait-for "a hover" (lambda () shown)))) result))

  (goto-char (point-min))
  (search-forward "SGD(")
  (apply-action "(HVD103)")
  (wait-for "the quick-fix" (lambda () (not (member "HVD103" (codes)))))
  (apply-action "Distribute with Horovod")
  (wait-for "no diagnostics" (lambda () (null (codes))))
  (save-buffer)
  (eglot-shutdown (eglot-current-server)))

(defun message-log () (with-current-buffer "*Messages*" (buffer-string)))

(condition-case problem
    (session)
  (error (push (cons 'failed (format "%S\n%s" problem (message-log))) result)))
(write-region (json-encode result) nil "result.json")
(kill-emacs)
