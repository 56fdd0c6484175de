; Untyped, an action and its literal with one name, a hidden parameter, literals missing from :init.
(define (domain shelves)
  (:requirements :strips)
  (:predicates (book ?x) (shelf ?s) (on ?x ?s) (free ?s) (held ?x) (hand-empty ?h) (hand-full ?h)
               (take ?x) (put ?x ?s))
  ;; (:actions take put)
  (:action take
    :parameters (?x ?s ?h)
    :precondition (and (book ?x) (take ?x) (on ?x ?s) (hand-empty ?h))
    :effect (and (held ?x) (free ?s) (not (on ?x ?s)) (hand-full ?h) (not (hand-empty ?h))))
  (:action put
    :parameters (?x ?s ?h)
    :precondition (and (put ?x ?s) (held ?x) (shelf ?s) (free ?s) (hand-full ?h))
    :effect (and (on ?x ?s) (not (free ?s)) (not (held ?x))
                 (hand-empty ?h) (not (hand-full ?h)))))

(define (problem two-books)
  (:domain shelves)
  (:objects atlas novel low middle high hand)
  (:init (book atlas) (book novel) (shelf low) (shelf middle) (shelf high)
         (on atlas low) (on novel high) (free middle) (hand-empty hand)
         (take atlas) (put atlas middle))
  (:goal (and (on atlas high) (on novel low))))
