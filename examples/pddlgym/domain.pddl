; A robot crosses a frozen yard. As in PDDLGym, an action is a literal, here (go ?where): where the
; robot is, and what the ground is like, decide what comes of it.
(define (domain frozen-yard)
  (:requirements :typing :negative-preconditions :probabilistic-effects)
  (:types tile direction)
  (:predicates
    (at ?t - tile)
    (next ?from - tile ?to - tile ?where - direction)
    (icy ?t - tile)
    (carrying)
    (parcel-at ?t - tile)
    (go ?where - direction)
    (grab)
    (drop))

  ; (:actions go grab drop)

  (:action walk
    :parameters (?from - tile ?to - tile ?where - direction)
    :precondition (and (go ?where) (at ?from) (next ?from ?to ?where) (not (icy ?from)))
    :effect (and (not (at ?from)) (at ?to)))

  (:action slide
    :parameters (?from - tile ?to - tile ?where - direction)
    :precondition (and (go ?where) (at ?from) (next ?from ?to ?where) (icy ?from))
    :effect (probabilistic 3/5 (and (not (at ?from)) (at ?to))))

  (:action pick-up
    :parameters (?t - tile)
    :precondition (and (grab) (at ?t) (parcel-at ?t) (not (carrying)))
    :effect (and (carrying) (not (parcel-at ?t))))

  (:action put-down
    :parameters (?t - tile)
    :precondition (and (drop) (at ?t) (carrying))
    :effect (and (parcel-at ?t) (not (carrying)))))
