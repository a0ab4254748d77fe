import Composition
import Export
import MediaTime

let clip = try MediaDescription(ofFile: "demo-240fps.mp4")
var composition = try Composition([clip.asset])
try composition.scale(by: PlaybackRate(1, 2))
let planner = ExportPlanner(input: clip, composition: composition, settings: ExportSettings(), container: .mp4)
let report = try Exporter(plan: planner.plan()).run(to: "slow.mp4")
print("\(report.output): \(report.frames) frames")
