/// Prints the measurements by which the numbers of ``StretchTuning`` were chosen. Asserts nothing.
///
/// Each sweep varies one number, leaves the others as they are, and prints what that does to signals made by the program.
/// An asterisk marks the value in use. Arguments name sweeps; without any, all run.
@main
enum TuningMeasurements {
    static func main() throws {
        let names = CommandLine.arguments.dropFirst()
        let chosen =
            names.isEmpty ? Sweep.all : Sweep.all.filter { sweep in names.contains { sweep.name.hasPrefix($0) } }
        guard !chosen.isEmpty else {
            print("There is no such sweep. There are:", Sweep.all.map(\.name).joined(separator: ", "))
            return
        }
        for sweep in chosen { try sweep.run() }
    }
}
