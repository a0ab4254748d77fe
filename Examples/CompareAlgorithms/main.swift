import Comparison
import Composition
import Export
import TimeStretch

let clip = try MediaDescription(ofFile: "demo-240fps.mp4")
var settings = ComparisonSettings()
settings.algorithms = [.timeDomain, .varispeed]
let plan = try ComparisonPlan(input: clip, composition: Composition([clip.asset]), settings: settings)
for rate in try ComparisonRunner(plan: plan).run(to: "two-algorithms").rates {
    for rendering in rate.renderings { print(rate.rate, rendering.name, rendering.loudness ?? 0, "LUFS") }
}
