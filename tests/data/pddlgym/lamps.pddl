; Literals without arguments and with constants, a parameter wider than its literal, an action that
; nobody can choose.
(define (domain lamps)
  (:requirements :typing :negative-preconditions :probabilistic-effects)
  (:types bulb candle - light)
  (:constants main - bulb)
  (:predicates (lit ?x - light) (fused) (press ?x - bulb) (mend) (all-out))
  ; (:actions press mend)
  (:action press-main
    :parameters ()
    :precondition (and (press main) (not (fused)))
    :effect (probabilistic 0.7 (lit main) 0.2 (fused)))
  (:action press-other
    :parameters (?x - light)
    :precondition (and (press ?x) (not (fused)) (lit main) (not (lit ?x)))
    :effect (lit ?x))
  (:action mend-fuse
    :parameters ()
    :precondition (and (and (mend)) (fused))
    :effect (not (fused)))
  (:action blow-out
    :parameters (?x - candle)
    :precondition (lit ?x)
    :effect (not (lit ?x))))

(define (problem evening)
  (:domain lamps)
  (:objects desk hall - bulb wax - candle)
  (:init (press desk) (press hall) (mend))
  (:goal (and (lit desk) (lit hall))))
