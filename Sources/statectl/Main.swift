/// Placeholder until the program's first file lands.
@main
struct Main {
    static func main() {}
}
