(define (problem parcel-to-the-gate)
  (:domain frozen-yard)
  (:objects door yard gate shed - tile
            north south east west - direction)
  (:init
    (at door)
    (parcel-at shed)
    (icy yard)
    (next door yard north) (next yard door south)
    (next yard gate north) (next gate yard south)
    (next yard shed east) (next shed yard west)

    ; action literals, as PDDLGym's files list them
    (go north) (go south) (go east) (go west) (grab) (drop))
  (:goal (parcel-at gate)))
