-- A store as lamp wrote it before there were variants (schema 1), by sqlite3's iterdump.
PRAGMA application_id = 1818324336;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE configurations (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, problem TEXT NOT NULL, planner TEXT NOT NULL, landmarks TEXT NOT NULL, rollouts INTEGER NOT NULL, seconds REAL NOT NULL, greediness REAL NOT NULL, horizon INTEGER NOT NULL, budget INTEGER NOT NULL, exploration REAL NOT NULL, normalize_exploration INTEGER NOT NULL, goal_utility REAL NOT NULL, risk_factor REAL NOT NULL, utility TEXT NOT NULL, tree_growth TEXT NOT NULL, landmark_cost TEXT NOT NULL, workers INTEGER NOT NULL, megabytes REAL NOT NULL);
INSERT INTO "configurations" VALUES(1,'3034839385d8677e8ebd5059b9f16cd2','triangle_tireworld:p1','lamp','rhw',5,9e999,0.0,20,200,1.41421356237309514547e+00,1,1.0,-0.1,'exponential','full','pursuit',1,9e999);
INSERT INTO "configurations" VALUES(2,'dee239a9c5012f60058afa2be3e1e61f','triangle_tireworld:p1','lamp','rhw',5,9e999,1.0,20,200,1.41421356237309514547e+00,1,1.0,-0.1,'exponential','full','pursuit',1,9e999);
INSERT INTO "configurations" VALUES(3,'3806fd579bbcf991f9f89a237400aa9d','triangle_tireworld:p1','lamp','rhw',20,9e999,0.0,20,200,1.41421356237309514547e+00,1,1.0,-0.1,'exponential','full','pursuit',1,9e999);
INSERT INTO "configurations" VALUES(4,'71f64f011ce82b9dc88f5dc180e56d1f','triangle_tireworld:p1','lamp','rhw',20,9e999,1.0,20,200,1.41421356237309514547e+00,1,1.0,-0.1,'exponential','full','pursuit',1,9e999);
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "meta" VALUES('grid','problems = ["triangle_tireworld:p1"]
runs = 2
[settings]
rollouts = [5, 20]
greediness = [0, 1]
');
INSERT INTO "meta" VALUES('machine','a machine');
INSERT INTO "meta" VALUES('runs','2');
INSERT INTO "meta" VALUES('schema','1');
INSERT INTO "meta" VALUES('seed','0');
INSERT INTO "meta" VALUES('seeds','independent');
INSERT INTO "meta" VALUES('version','0.1.0');
CREATE TABLE runs (configuration INTEGER NOT NULL REFERENCES configurations, run INTEGER NOT NULL, seed INTEGER NOT NULL, outcome TEXT NOT NULL, cost INTEGER, seconds_taken REAL, rollouts_done INTEGER, states INTEGER, landmark_order TEXT, version TEXT NOT NULL, error TEXT, PRIMARY KEY (configuration, run), UNIQUE (configuration, seed)) WITHOUT ROWID;
INSERT INTO "runs" VALUES(1,0,4014951043731490,'dead_end',1,0.002598,10,12,'["the goal"]','0.1.0',NULL);
INSERT INTO "runs" VALUES(1,1,4356820540971153,'goal',5,0.011102,25,35,'["the goal"]','0.1.0',NULL);
INSERT INTO "runs" VALUES(2,0,920053935197403,'goal',2,0.002578,20,25,'["(or (vehicle-at l-1-2) (vehicle-at l-2-2))", "the goal"]','0.1.0',NULL);
INSERT INTO "runs" VALUES(2,1,5154153224138190,'dead_end',1,0.002215,20,22,'["(or (vehicle-at l-1-2) (vehicle-at l-2-2))"]','0.1.0',NULL);
INSERT INTO "runs" VALUES(3,0,4290094642630261,'goal',8,0.008715,160,35,'["the goal"]','0.1.0',NULL);
INSERT INTO "runs" VALUES(3,1,1606723950799322,'goal',10,0.011383,200,36,'["the goal"]','0.1.0',NULL);
INSERT INTO "runs" VALUES(4,0,3819966714998799,'goal',2,0.032486,80,41,'["(or (vehicle-at l-1-2) (vehicle-at l-2-2))", "the goal"]','0.1.0',NULL);
INSERT INTO "runs" VALUES(4,1,3667049767617973,'dead_end',1,0.009686,80,39,'["(or (vehicle-at l-1-2) (vehicle-at l-2-2))"]','0.1.0',NULL);
CREATE VIEW results AS SELECT c.problem, c.planner, c.landmarks, c.rollouts, c.seconds, c.greediness, c.horizon, c.budget, c.exploration, c.normalize_exploration, c.goal_utility, c.risk_factor, c.utility, c.tree_growth, c.landmark_cost, c.workers, c.megabytes, r.run, r.seed, r.outcome, r.cost, r.seconds_taken, r.rollouts_done, r.states, r.landmark_order, r.version, r.error FROM runs r JOIN configurations c ON c.id = r.configuration ORDER BY c.id, r.run;
COMMIT;
