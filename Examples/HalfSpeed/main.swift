import Composition
import Export
import MediaFormats
import MediaTime

let clip = try MediaDescription(ofFile: "demo-240fps.mp4")
var composition = try Composition([clip.asset])
try composition.scale(by: PlaybackRate(1, 2))
let plan = try ExportPlan(composition, of: [clip], container: .mp4)
let report = try Exporter(plan: plan).run(to: "slow.mp4")
print("\(report.output): \(report.frames.shown) frames")
